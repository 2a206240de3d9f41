-- An occasion of its own for the letter that tells somebody of appointments that were cancelled, and its first template.
-- Which occasions there are is said by the contract alone: a rule here would be another one for machines that still run the release
-- before.
alter table letter_template drop constraint letter_template_occasion_check;

-- A service that has templates already gets this one too; a new service has it from its first start.
with added as (
  insert into letter_template (name, recipient, occasion, document_type_id, title, body)
  select 'Appointment cancelled', 'patient', 'appointmentCancelled', document_type_id, 'Your appointment is cancelled',
    E'Dear {{greetingName}},\n\nWe have cancelled what was booked for you:\n\n{{cancelledAppointments}}\n\nYou do not need to do anything. If you have any questions, ring us on {{serviceTelephone}}.'
  from letter_template where recipient = 'patient'
  order by occasion = 'invitation' desc, is_active desc, id limit 1
  returning id, version, title, body)
insert into letter_template_version (template_id, template_version, title, body)
select id, version, title, body from added;
