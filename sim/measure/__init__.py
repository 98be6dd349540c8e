"""What is counted and shown of the program: tournaments, benchmarks, the gallery of screens and what it stages."""
