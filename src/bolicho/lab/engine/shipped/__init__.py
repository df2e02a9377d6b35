"""What the repository ships of finished runs beside their pages, and how it is judged anew without the rows."""
