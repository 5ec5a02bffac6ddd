-- Notes that the guest of a stay has accepted a contract, once.
insert into stay_contracts (reservation_id, contract_id, locale, content_hash, accepted_by)
values (:reservation_id, :contract_id, :locale, sha256(convert_to(:content::text, 'UTF8')), :accepted_by)
on conflict (reservation_id) do nothing
