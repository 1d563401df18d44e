"""The written answer: question and excerpts → prompt, sent to a provider; the only room that talks to a network."""
