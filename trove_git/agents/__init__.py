"""What coding agents are told at the start of a session and asked at its end."""
