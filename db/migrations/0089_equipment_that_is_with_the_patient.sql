-- The discharge letter to the patient spoke of “the equipment you have” where it was only ordered. A template that an administrator
-- changed stays as it is.
with changed as (
  update letter_template set
    body = replace(body,
      E'{{#equipment}}\n- Use the equipment you have. Ring us if it breaks or does not fit.\n{{/equipment}}',
      E'{{#hasEquipment}}\n- Use the equipment you have. Ring us if it breaks or does not fit.\n{{/hasEquipment}}'),
    version = version + 1, updated_at = clock_timestamp(), updated_by = null
  where updated_by is null
    and body like E'%{{#equipment}}\n- Use the equipment you have. Ring us if it breaks or does not fit.\n{{/equipment}}%'
  returning id, version, title, body)
insert into letter_template_version (template_id, template_version, title, body)
select id, version, title, body from changed;
