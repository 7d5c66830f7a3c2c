#include "tools/fs_edit/search_blocks.hpp"

#include "tests/catch.hpp"
#include "toolkit/system/error.hpp"

using fs_edit::has_search_block;
using fs_edit::parse_search_blocks;

static std::string read(std::string_view text)
{
    std::string result;
    for (const auto& [old_text, new_text] : parse_search_blocks(text, "a.txt"))
        result += "-" + old_text + "+" + new_text;
    return result;
}

TEST_CASE("blocks of Aider, Cline and Roo are read")
{
    CHECK(read("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n") == "-a\n+b\n");
    CHECK(
        read("a.txt\n```python\n<<<<<<< SEARCH\na\n\n=======\n>>>>>>> REPLACE\n```") == "-a\n\n+");
    CHECK(read("------- SEARCH\na\n=======\nb\n+++++++ REPLACE") == "-a\n+b\n");
    CHECK(read("<<<<<<< SEARCH\n:start_line:3\n-------\na\n=======\nb\n>>>>>>> REPLACE\n")
        == "-a\n+b\n");
    CHECK(read("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n\n<<<<<<< SEARCH\nc\n=======\nd\n"
               ">>>>>>> REPLACE\n")
        == "-a\n+b\n-c\n+d\n");
    CHECK(read("<<<<<<< SEARCH\r\na\r\n=======\r\nb\r\n>>>>>>> REPLACE\r\n") == "-a\r\n+b\r\n");
    CHECK(read("<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n") == "-+b\n");
}

TEST_CASE("lines that only look like marks are text")
{
    CHECK(read("<<<<<<< SEARCH\n====\n<< SEARCH\n=======\nb ======= c\n>>>>>>> REPLACE\n")
        == "-====\n<< SEARCH\n+b ======= c\n");
    CHECK_FALSE(has_search_block("a <<<<<<< SEARCH\n--- a/x\n+++ b/x\n<<<<<<< HEAD\n"));
}

TEST_CASE("blocks that could be read in two ways are refused")
{
    const char* const text
        = GENERATE("<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n",
            "<<<<<<< SEARCH\na\n=======\nb\n", "<<<<<<< SEARCH\na\n", "<<<<<<< SEARCH\n",
            "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n",
            "<<<<<<< SEARCH\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
            "<<<<<<< SEARCH\n\\=======\n=======\nb\n>>>>>>> REPLACE\n",
            "b.txt\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n",
            "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\nDone.\n");
    INFO(text);
    CHECK_THROWS_AS(read(text), toolkit::ToolError);
}
