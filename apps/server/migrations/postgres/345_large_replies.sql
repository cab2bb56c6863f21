-- Of answers that are too large to be kept stays that they came.
UPDATE commands SET reply = '{"ok":true}' WHERE octet_length(reply) > 8192 AND reply LIKE '{"ok":true%';
