"""What must not be shared: detectors of secrets, one set for the gate and for redaction."""
