-- Rules that organisations took as they were shipped are mended, as a new version; those they changed stay as they are.
WITH shipped (pack, raise, clear, consecutive, on_delay, off_delay, new_raise, new_clear, new_consecutive, new_on_delay, new_off_delay) AS (VALUES
  ('belowExpected', 'sun > 5° and change(sun, 6 h) < 0° and duration(curtailed, 6 h) < 1 min and avg(expected, 6 h) > 0.12 * rated and avg(production, 6 h) < 0.7 * avg(expected, 6 h) and (not known(avg(near(production / rated), 6 h)) or rated * avg(near(production / rated), 6 h) > 0.5 * avg(expected, 6 h) and avg(production, 6 h) < 0.72 * rated * avg(near(production / rated), 6 h))', 'sun > 5° and change(sun, 6 h) < 0° and avg(expected, 6 h) > 0.12 * rated and avg(production, 6 h) > 0.8 * avg(expected, 6 h)', 3, 0, 15,
   'sun > 5° and change(sun, 6 h) < 0° and duration(curtailed, 6 h) < 1 min and avg(expected + 0 * production, 6 h) > 0.12 * rated and avg(production + 0 * expected, 2 h) < 0.8 * avg(expected + 0 * production, 2 h) and (not known(avg(rated * near(production / rated) + 0 * expected, 6 h)) and (avg(production + 0 * expected, 6 h) < 0.85 * avg(leastExpected, 6 h) or avg(production + 0 * expected, 6 h) < 0.65 * avg(expected + 0 * production, 6 h)) or avg(rated * near(production / rated) + 0 * expected, 6 h) > 0.5 * avg(expected + 0 * production, 6 h) and (avg(production + 0 * expected, 6 h) < 0.85 * avg(leastExpected, 6 h) or avg(production + 0 * expected, 6 h) * avg(production + 0 * expected, 6 h) < 0.5 * avg(expected + 0 * production, 6 h) * avg(rated * near(production / rated) + 0 * expected, 6 h)))', 'sun > 5° and change(sun, 6 h) < 0° and avg(expected + 0 * production, 6 h) > 0.12 * rated and avg(production + 0 * expected, 6 h) > 0.85 * avg(expected + 0 * production, 6 h) and (not known(avg(rated * near(production / rated) + 0 * expected, 6 h)) or avg(production + 0 * expected, 6 h) * avg(production + 0 * expected, 6 h) > 0.65 * avg(expected + 0 * production, 6 h) * avg(rated * near(production / rated) + 0 * expected, 6 h))', 3, 0, 15),
  ('stuckPower', 'sun > 20° and ac.power > 50 W and not curtailed and (not known(rated) or ac.power < 0.97 * rated) and max(ac.power, 2 h) - min(ac.power, 2 h) < 0.5 W', 'max(ac.power, 1 h) - min(ac.power, 1 h) > 5 W', 3, 0, 15,
   'ac.power > 50 W and max(ac.power, 2 h) - min(ac.power, 2 h) < 0.5 W and (sun > 20° and not curtailed and (not known(rated) or ac.power < 0.97 * rated) or sun < 8° and production > 0.05 * rated)', 'max(ac.power, 1 h) - min(ac.power, 1 h) > 5 W', 3, 0, 15),
  ('wrongClock', 'sun < -4° and production > 0.005 * rated', 'sun < -4° and production < 0.002 * rated', 2, 0, 10,
   'sun < -2° and production > 0.005 * rated and production < 1.1 * rated', 'sun < -4° and production < 0.002 * rated', 3, 0, 10)),
mended AS (
  UPDATE alarm_rules r SET raise = s.new_raise, clear = s.new_clear, consecutive = s.new_consecutive, on_delay = s.new_on_delay,
    off_delay = s.new_off_delay, version = r.version + 1
  FROM shipped s
  WHERE r.pack = s.pack AND r.raise = s.raise AND r.clear = s.clear AND r.consecutive = s.consecutive AND r.on_delay = s.on_delay
    AND r.off_delay = s.off_delay
  RETURNING r.*)
INSERT INTO alarm_rule_versions (rule_id, version, at, content)
SELECT id, version, now(), jsonb_build_object(
  'name', name, 'pack', pack, 'level', level, 'enabled', enabled, 'raise', raise, 'clear', clear, 'consecutive', consecutive,
  'onDelay', on_delay, 'offDelay', off_delay, 'stationIds', station_ids, 'labelIds', label_ids, 'models', models)
FROM mended;
