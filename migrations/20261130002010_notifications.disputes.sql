-- migrate:up
insert into notification_types (name, release) values
  ('dispute_appealed', '0.3'), ('dispute_closed', '0.3'), ('dispute_reversed', '0.3'), ('dispute_settled', '0.3'), ('dispute_unclear', '0.3'),
  ('fraud_warning', '0.3');

-- migrate:down
delete from notifications
where type in ('dispute_appealed', 'dispute_closed', 'dispute_reversed', 'dispute_settled', 'dispute_unclear', 'fraud_warning');
delete from notification_types
where name in ('dispute_appealed', 'dispute_closed', 'dispute_reversed', 'dispute_settled', 'dispute_unclear', 'fraud_warning');
