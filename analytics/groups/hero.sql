-- title: Players whose cards the text shows at the deal, and all others
-- rows: seats

CASE WHEN hero THEN 'hero' ELSE 'others' END
