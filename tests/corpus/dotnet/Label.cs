namespace Shop.Labels
{
    public enum Paper { Thin, Thick }

    public static class Printer
    {
        public static void Print(Paper paper) { }
    }
}
