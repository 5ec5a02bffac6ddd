-- Deletes days of a range that override nothing any more.
delete from calendar_days
where property_id = :property_id and day between :start_date and :end_date
  and num_nonnulls(price_cents, cleaning_fee_cents, extra_guest_fee_cents, min_stay, max_stay, closed_to_arrival,
    closed_to_departure) = 0
