"""The search index: build, publish and search directories of sources; the only user of tantivy."""
