-- Figures next to 0, by which sums of many stations are divided: a quotient that is no number any more ends the statement for everybody who reads it.
UPDATE stations SET capacity_kw = 0.000001 WHERE capacity_kw > 0 AND capacity_kw < 0.000001;
UPDATE devices SET rated_power = NULL WHERE rated_power < 0.000001;
UPDATE energy_corrections SET kwh = sign(kwh) * 0.000001 WHERE abs(kwh) < 0.000001 AND kwh <> 0;
