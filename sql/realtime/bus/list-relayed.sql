-- Messages that were relayed since a time. The minute before it is for transactions that ended later than they wrote.
select message from realtime_outbox where relayed_at > :since::timestamptz - interval '1 minute' order by position limit :limit
