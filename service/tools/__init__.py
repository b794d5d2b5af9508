"""What the command line offers an operator."""
