#include "toolkit/text/placeholder.hpp"

#include "tests/catch.hpp"

using toolkit::text::find_placeholder;
using toolkit::text::loses_lines;

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
        "// The rest of the file is unchanged");
    INFO(line);
    CHECK(find_placeholder(std::string("a\n") + line + "\nb\n", "").has_value());
}

TEST_CASE("code and prose are no placeholders")
{
    const char* const line = GENERATE("...", "    ...", "  ...rest,", "{...rest}", "[...existing]",
        "return {...rest, code};", "f(...previous)", "# the rest of the function handles errors",
        "// other methods", "// same as above", "// existing code is checked by the parser",
        "# TODO: read the remaining lines", "- the rest of the code", "rest", "# Rest", "...other",
        "print('...')", "// to be continued...", "#!/bin/sh", "// ---------", "# .........",
        "The rest of the document describes the format.", "// and so on ...",
        "case '...': // an ellipsis", "/* the unchanged part of a line */");
    INFO(line);
    CHECK_FALSE(find_placeholder(std::string("a\n") + line + "\nb\n", "").has_value());
}

TEST_CASE("a line that was there before is no placeholder")
{
    CHECK_FALSE(find_placeholder("// ...\n", "x\n  // ...\n").has_value());
    CHECK(find_placeholder("// ...\n# ...\n", "// ...\n") == "# ...");
}

TEST_CASE("lines are lost if more than two are missing")
{
    CHECK_FALSE(loses_lines("a\nb\nc\n\n", "  c\n"));
    CHECK(loses_lines("a\nb\nc\n", "d\n"));
    CHECK_FALSE(loses_lines("a\na\na\na\n", "d\n"));
}
