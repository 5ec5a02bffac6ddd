-- By the price of a night.
-- part of: page, priced-page
h.base_price_cents
