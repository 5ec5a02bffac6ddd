-- Order of homes without a price.
-- part of: priced-page
rank
