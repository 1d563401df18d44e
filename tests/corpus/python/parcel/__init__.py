"""Parcels and what they cost."""
