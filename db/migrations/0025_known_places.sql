-- Who comes from a device or an address that somebody has signed in from is served before strangers (trust DL-2).
create index user_device_by_hash on user_device (hash, last_seen_at);
create index user_session_by_address on user_session (address, started_at);
