"""Human questions labeled with query forms: read, converted to expressions, made into samples."""
