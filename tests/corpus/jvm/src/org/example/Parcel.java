package org.example;

import java.util.List;
import org.example.label.Label;

/** A parcel on its way. */
public class Parcel {
    public static final int MAX_GRAMS = 20_000;
    private final List<Label> labels;

    public Parcel(List<Label> labels) {
        this.labels = labels;
    }

    /** Returns the number of labels. */
    public int count() {
        return labels.size();
    }

    private void clear() {}

    interface Visitor {
        void visit(Parcel parcel);
    }
}
