using System.Linq;
using Shop.Labels;

namespace Shop;

/// <summary>A parcel of the shop.</summary>
public class Parcel
{
    public const int MaxGrams = 20000;

    public Parcel(int grams) { }

    /// <summary>Weighs it again.</summary>
    public int Weigh() => 0;

    private void Hide() { }
}

public record Size(int Width);

interface IScale
{
    int Read();
}
