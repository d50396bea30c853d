"""What the pictures of all games share: words of SVG, paper and ink, heraldic shields."""
