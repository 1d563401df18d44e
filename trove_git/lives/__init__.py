"""What commits did to a trove and to one entry: added, changed, moved, retired."""
