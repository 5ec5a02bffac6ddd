-- Homes that are free for the stay, and whose rules allow it. The day in the time zone of a home matters only where the stay is at the
-- edge of how soon or how late it can be booked. `< 1`, because of `= 0` PostgreSQL expects that hardly any home is free.
-- reads: rates: the rules of single days override those of the home
-- part of: filters
and bit_count(substring(h.busy, :check_in::date - h.busy_from + 1, :nights::integer)) < 1
and case
    when h.lead_time_days < (select :check_in - current_date) and h.booking_window_days > (select :check_in - current_date) then true
    else :check_in - (now() at time zone h.timezone)::date between h.lead_time_days and h.booking_window_days
  end
and case
    when :check_in between h.changed_from and h.changed_to then coalesce((
      select :nights between coalesce(d.min_stay, h.min_stay) and coalesce(d.max_stay, h.max_stay)
        and not coalesce(d.closed_to_arrival, false)
      from calendar_days d where d.property_id = h.id and d.day = :check_in), :nights between h.min_stay and h.max_stay)
    else :nights between h.min_stay and h.max_stay
  end
and case
    when :check_out::date between h.changed_from and h.changed_to then coalesce((
      select not coalesce(d.closed_to_departure, false)
      from calendar_days d where d.property_id = h.id and d.day = :check_out), true)
    else true
  end
