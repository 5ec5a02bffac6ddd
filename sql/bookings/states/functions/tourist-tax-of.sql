-- The tourist tax in the price of a stay, in cents.
create or replace function tourist_tax_of(quote jsonb) returns bigint language sql immutable
as 'select cents from tourist_tax_in(quote)';
