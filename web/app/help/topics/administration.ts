import { ask, type HelpTopic } from './topic.ts'

export const administration: readonly HelpTopic[] = [
  {
    id: 'administration',
    title: 'Administration',
    screens: ['/falls/systemAdministrator', '/falls/administration'],
    about: [
      'Lists of choices, organisations, users and settings of the service. The page says when a part of the service is not ready.',
    ],
    ask: 'Those who run the server for your service.',
  },
  {
    id: 'lists-of-choices',
    title: 'Lists of choices',
    screens: ['/falls/{$list}-list', '/falls/$lookup/edit/$id'],
    about: [
      'The choices in forms, such as reasons for discharge. A row that is no longer wanted is taken out of use, not deleted: records that have it keep it.',
      'A new name shows on old records too. If the meaning changes, add a new row instead.',
    ],
    onSave: 'The choice is in all forms at once. Changing a row that rules depend on asks you to confirm.',
    ask: ask.lead,
  },
  {
    id: 'letter-templates',
    title: 'Letter templates',
    screens: ['/falls/letter-templates', '/falls/letter-template/$templateId'],
    about: [
      'What letters say. A field is filled in for each patient: choose it in the list above the text and press Insert field. It appears in the text under its name, and is deleted as a whole. In the title it is written in double braces, such as {{patientName}}. The preview shows a letter to an invented person.',
      'Words that are wanted only if something is recorded: select them, choose it under “Words only if this is recorded”, and press Insert field. Words in [brackets] are filled in by the person who writes the letter.',
      'The first templates are a draft: have a registered clinician read them before they are used.',
    ],
    onSave: 'Each save is a new version. Letters that were signed stay as they are.',
    ask: ask.lead,
  },
  {
    id: 'letterhead',
    title: 'Letterhead and mail addresses',
    screens: ['/falls/letterhead', '/falls/letter-addresses'],
    about: [
      'The letterhead is at the top of every letter. Most letters to patients ask people to ring: without a telephone number they cannot be signed.',
      'Letters to a practice with a mail address here can be sent by mail. Check first that the address is secure.',
      'The public referral form at /refer, where it is switched on, shows the name and the telephone number too. Fill them in first.',
    ],
    onSave: 'It applies to letters that are signed or mailed from now on.',
    ask: ask.lead,
  },
  {
    id: 'fhir-clients',
    title: 'FHIR clients',
    screens: ['/falls/fhir-clients', '/falls/fhir-client/$clientId', '/falls/fhir-client-edit/$clientId'],
    about: [
      'FHIR is the standard by which other systems read health records. A client is such a system, for example the record of a hospital. It can read what it was registered for, and change nothing.',
      'What it reads for decides whose records it sees. Restricted records are shown to no client. Tick only the types of resource that it needs, and choose a team if it needs the referrals of one team alone.',
      'Two people must look: a System Administrator registers the client, and Information Governance agrees. A client can read until its last day, at most a year ahead.',
      'An app is a client that staff open after they have signed in. It reads only what the person who opens it may read, and ends when they sign out. It needs the addresses to which it is sent back, exactly as those who set it up give them. With an address to open it, it is offered on the page of a referral.',
      'A service that sends us referrals as messages, such as an ambulance service, is a client with the purpose Sending referrals to us. It reads nothing of anybody. It needs the address to which it is told what was decided.',
      'A program can be told when a referral comes, moves or ends. Add notices on its page: the address and the topics come from those who set it up. The secret is shown once. If its address does not answer for three days, notices stop until you start them again; what waited is then sent.',
      'Revoke a client if it is no longer needed, or if its key may be known to others. This is at once and final. Information Governance sees what a client read under Audit.',
    ],
    onSave:
      'Information Governance must agree before the client can read. After a change to a client it must agree again, and until then the client cannot read.',
    ask: ask.governance,
  },
  {
    id: 'service-status',
    title: 'Status of the service',
    screens: ['/falls/service-status'],
    about: [
      'The parts of the service and whether they work, how much background work is waiting, how many people are late on each list, the versions, and when the newest backup was started. It shows no patient’s record.',
      'Where referrals come from the NHS e-Referral Service or as messages, it says when they last came, what was wrong, and whether senders could be told. Where FHIR clients are told of changes, it says when their address last answered and how many notices wait.',
      'For a part that does not work it says why, what else does not work, and the name of its setting. Tell those who run the server.',
    ],
    ask: 'Those who run the server for your service.',
  },
  {
    id: 'first-contact',
    title: 'What counts as first contact',
    screens: ['/falls/first-contact'],
    about: [
      'Which event ends the first wait after a referral, in the report of waits. One choice for the whole service.',
    ],
    onSave:
      'Reports of past periods change too. The audit trail shows who changed it and the previous choice.',
    ask: ask.lead,
  },
  {
    id: 'deprivation',
    title: 'Deprivation by postcode',
    screens: ['/falls/deprivation'],
    about: [
      'A file of postcodes with the decile or fifth of the Index of Multiple Deprivation, such as the government’s postcode look-up gives. Reports on equality and completion group people by it. The file is checked first, and the page says which rows are left out.',
      'Send it again when the index or the postcodes of your area change.',
    ],
    onSave:
      'The file replaces the previous one, for past periods too. Postcodes that are not in it count as not known.',
    ask: ask.lead,
  },
  {
    id: 'users',
    title: 'Users',
    screens: [
      '/falls/user-list',
      '/falls/user-create',
      '/falls/user/view',
      '/falls/user/edit',
      '/falls/user/password',
      '/falls/user/role',
      '/falls/user/provider',
    ],
    about: [
      'Who can sign in, in which roles, and which clinician they are. Check who is asking before you set a password or remove a second step.',
      'Somebody who leaves is made inactive, never deleted. The page says which referrals they own, and a Team Lead hands them over.',
    ],
    onSave:
      'It applies from the person’s next click. Making somebody inactive, or setting a password, signs them out everywhere at once.',
    ask: ask.governance,
  },
  {
    id: 'organisations',
    title: 'Organisations',
    screens: ['/falls/organisation-list', '/falls/organisation/edit/$code', '/falls/organisation/import'],
    about: [
      'GP practices and other organisations, by their national code. Add one by hand, or import the national files: a trial run shows first what would change.',
    ],
    onSave: 'Practices that are in use can be chosen for patients at once.',
    ask: 'Those who run the server for your service.',
  },
  {
    id: 'outbox',
    title: 'Outbox of a demonstration',
    screens: ['/falls/outbox'],
    about: [
      'Mail and text messages that a demonstration would have sent. A real service sends them and has no such page.',
    ],
    ask: 'Those who run the server for your service.',
  },
]
