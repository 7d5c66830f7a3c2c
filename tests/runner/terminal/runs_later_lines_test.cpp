#include "catch.hpp"

#include "runner/terminal/approval_text.hpp"
#include "toolkit/json/json.hpp"

using namespace runner::terminal;
using namespace toolkit::json;

TEST_CASE("arguments are looked at only where there is no answer of a dry run")
{
    const Json arguments {{"path", "a/./Makefile"}, {"to", 7}, {"content", "Makefile"}};
    CHECK(runs_later_lines(arguments, Json())
        == "  files that are run or obeyed later, without being asked for:\n"
           "    \"a/./Makefile\" by make, just, Task, configure\n");
    CHECK(runs_later_lines(Json {{"file_path", ".envrc"}}, Json()).find("\".envrc\" by ")
        != std::string::npos);
    CHECK(runs_later_lines(arguments, Json::object()).empty());
    CHECK(runs_later_lines(Json(), Json()).empty());
}
