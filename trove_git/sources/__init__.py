"""What is searched: entries, doc sections and the rest, each as a stream of Source records."""
