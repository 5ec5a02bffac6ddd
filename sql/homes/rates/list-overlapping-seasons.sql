-- The other active seasons of a home whose days meet those of a season, and whether each comes before it where both apply: the narrowest
-- does, then the one with the higher percentage, then the older one (docs/design/domain.md, "Price of a stay").
-- not null: prevails
select o.id, o.label, o.start_date, o.end_date,
  (season_rank(o.start_date, o.end_date, o.reduction_hundredths), o.id)
    < (season_rank(s.start_date, s.end_date, s.reduction_hundredths), s.id) as prevails
from seasons s
join seasons o on o.property_id = s.property_id and o.id <> s.id and o.policy = s.policy and o.status = 'active'
  and daterange(o.start_date, o.end_date, '[]') && daterange(s.start_date, s.end_date, '[]')
where s.id = :season_id and s.status = 'active'
order by o.start_date, o.id
