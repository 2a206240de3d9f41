-- What a save takes for a postcode grew (contract/postcode.ts): signs around it, and O for 0 or I for 1 where only one of them is possible.
-- What is stored already follows here; what is none, such as "unknown" or one from abroad, stays as it is.
create function pg_temp.read_postcode(given text) returns text language plpgsql immutable strict as $$
declare
  district constant text := '^([A-Z][1-9]|[A-Z][1-9][0-9]|[A-Z][1-9][A-HJKPSTUW]|[A-Z]{2}[0-9]|[A-Z]{2}[1-9][0-9]|[A-Z]{2}[1-9][ABEHMNPRVWXY])$';
  -- The areas that there are: a sign is put right only where that leads to one of them.
  areas constant text[] := '{AB,AL,B,BA,BB,BD,BF,BH,BL,BN,BR,BS,BT,BX,CA,CB,CF,CH,CM,CO,CR,CT,CV,CW,DA,DD,DE,DG,DH,DL,DN,DT,DY,E,EC,EH,EN,EX,FK,FY,G,GL,GU,GY,HA,HD,HG,HP,HR,HS,HU,HX,IG,IM,IP,IV,JE,KA,KT,KW,KY,L,LA,LD,LE,LL,LN,LS,LU,M,ME,MK,ML,N,NE,NG,NN,NP,NR,NW,OL,OX,PA,PE,PH,PL,PO,PR,RG,RH,RM,S,SA,SE,SG,SK,SL,SM,SN,SO,SP,SR,SS,ST,SW,SY,TA,TD,TF,TN,TQ,TR,TS,TW,UB,W,WA,WC,WD,WF,WN,WR,WS,WV,YO,ZE,ZZ}';
  compact constant text := upper(regexp_replace(normalize(given, nfkc), '[\s\u200B-\u200F\u2060\uFEFF\u00AD\u2010-\u2015\u2018\u2019\u201C\u201D.,;"''_-]', '', 'g'));
  first text := left(compact, -3);
  second text := translate(left(right(compact, 3), 1), 'OI', '01') || right(compact, 2);
  meant text[] := array[''];
  sign text;
begin
  if compact ~ '^BFPO(C/?O)?[0-9]{1,4}$' then return 'BFPO ' || regexp_replace(compact, '\D', '', 'g'); end if;
  if compact ~ '^(GIR0AA|(ASCN|BBND|BIQQ|FIQQ|PCRN|SIQQ|STHL|TDCU|TKCA)1ZZ)$' then return first || ' ' || right(compact, 3); end if;
  if length(compact) not between 5 and 7 or second !~ '^[0-9][A-Z]{2}$' then return given; end if;
  if first ~ district then return first || ' ' || second; end if;
  foreach sign in array regexp_split_to_array(first, '') loop
    meant := case
      when sign ~ '[O0I1]' then (select array_agg(before || each) from unnest(meant) as before, unnest(array[sign, translate(sign, 'O0I1', '0O1I')]) as each)
      else (select array_agg(before || sign) from unnest(meant) as before) end;
  end loop;
  meant := array(select half from unnest(meant) as half where half ~ district and substring(half from '^[A-Z]+') = any(areas));
  if cardinality(meant) = 1 then return meant[1] || ' ' || second; end if;
  if cardinality(meant) = 0 and first ~ '^[A-Z]{1,2}([0-9]|[1-9][A-Z0-9])$' then return first || ' ' || second; end if;
  return given;
end $$;
update patient set postcode = pg_temp.read_postcode(postcode) where postcode <> pg_temp.read_postcode(postcode);
update work_list set postcode = pg_temp.read_postcode(postcode) where postcode <> pg_temp.read_postcode(postcode);
update organisation set postcode = pg_temp.read_postcode(postcode) where postcode <> pg_temp.read_postcode(postcode);
