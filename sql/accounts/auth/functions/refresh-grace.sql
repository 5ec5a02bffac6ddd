-- The time for which a token is good after its refresh.
create or replace function refresh_grace() returns interval language sql immutable return interval '30 seconds';
