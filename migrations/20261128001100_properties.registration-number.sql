-- migrate:up
-- The number under which a home is registered as a rental; platforms must show it (in the EU by Regulation 2024/1028).
alter table properties add column registration_number text check (char_length(registration_number) between 1 and 60);

-- migrate:down
alter table properties drop column registration_number;
