-- By what homes are ordered by without a price.
-- part of: priced-page
rank
