-- By the price of the stay.
-- part of: priced-page
price_cents
