"""Everything about one language a module, as `LANGUAGE`; loaded when the first file of the language is parsed."""
