-- The network that a session was begun from, as limits count them: wherever many have signed in lately, more wrong passwords
-- are looked at (trust AU-10). Sessions from before have none.
alter table user_session add network text;
create index user_session_by_network on user_session (network, started_at);
