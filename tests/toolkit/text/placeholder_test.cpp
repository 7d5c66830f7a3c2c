#include "toolkit/text/placeholder.hpp"

#include "tests/catch.hpp"

using toolkit::text::stands_for_lines;
using toolkit::text::StandsForLines;

TEST_CASE("lines that stand for others are placeholders")
{
    const char* const line = GENERATE("// ... existing code ...",
        "# ... rest of the code unchanged", "// rest of the code unchanged",
        "# Rest of the file remains the same", "/* ... existing code ... */",
        "<!-- ... rest of the content ... -->", "{/* ... existing code ... */}",
        "-- ... other functions", "; ... unchanged", "% ...", "// …",
        "// ... keep existing code ...", "# ... (rest of the implementation)",
        "[rest of the file unchanged]", "[... rest of the code ...]", "rest of the code unchanged",
        "Rest of file remains unchanged.", "// code omitted for brevity", "// ...existing code...",
        "    // ... remaining methods ...", "# ... same as before ...", "// existing code here",
        "// ... (reste du code inchangé) ...", "# ... 其余代码保持不变 ...",
        "# … (Rest bleibt unverändert) …", "// [rest of the class unchanged]",
        "// The rest of the file is unchanged", "{/* rest of the JSX */}");
    INFO(line);
    CHECK(stands_for_lines(line) == StandsForLines::surely);
}

TEST_CASE("lines that may stand for others, or for themselves")
{
    const char* const line = GENERATE("...", "    \u2026", "[...]", "# (unchanged)", "# unchanged",
        "// keep the rest", "<!-- existing items -->", "[rest of function]", "(rest unchanged)",
        "// other methods", "// same as above", "# as before", "// no changes", "# ... methods",
        "pass  # implementation unchanged", "return x;  // unchanged", "int f() { /* ... */ }",
        "int f() { ... }", "# everything else stays", "/* etc. */",
        "# ... \u4ee5\u4e0b\u7701\u7565", "// ... handle_error and the loop",
        "# ... (3 \u0441\u0442\u0440\u043e\u043a\u0438)");
    INFO(line);
    CHECK(stands_for_lines(line) == StandsForLines::perhaps);
}

TEST_CASE("code and prose do not stand for other lines")
{
    const char* const line = GENERATE("  ...rest,", "{...rest}", "[...existing]",
        "return {...rest, code};", "f(...previous)", "# the rest of the function handles errors",
        "// existing code is checked by the parser", "# TODO: read the remaining lines",
        "- the rest of the code", "rest", "...other", "print('...')", "// to be continued...",
        "#!/bin/sh", "// ---------", "# .........", "f(x);  // as above",
        "The rest of the document describes the format.", "// and so on ...",
        "case '...': // an ellipsis", "/* the unchanged part of a line */", "#other-content {",
        "--keep-existing", "### Other options", "<original>", "[other]",
        "\"\"\"The original content.\"\"\"", "# else",
        "// ... which is why the caller holds the lock while it reads the table",
        "f: Callable[..., int]", "def f(): ...");
    INFO(line);
    CHECK(stands_for_lines(line) == StandsForLines::no);
}
