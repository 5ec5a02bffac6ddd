-- Notes the consent to keep the card of a stay. It replaces a consent without a card.
-- nullable: :balance_cents, :balance_on
insert into kept_cards as k (reservation_id, version, text, locale, balance_cents, balance_on, damage_cents)
values (:reservation_id, :version, :text, :locale, :balance_cents, :balance_on, :damage_cents)
on conflict (reservation_id) do update
set version = excluded.version, text = excluded.text, locale = excluded.locale, balance_cents = excluded.balance_cents, balance_on = excluded.balance_on,
  damage_cents = excluded.damage_cents, consented_at = now(), kept_at = null, withdrawn_at = null, forgotten_at = null
where k.method_id is null
