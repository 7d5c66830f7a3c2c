#include "catch.hpp"

#include "runner/servers/variables.hpp"
#include "toolkit/system/error.hpp"

using namespace runner::servers;

static const runner::servers::Environment environment {
    {"HOME", "/home/me"}, {"EMPTY", ""}, {"ODD", "${HOME}"}, {"OAI_API_KEY", "key"}};

static std::string result_of(std::string_view text)
{
    try {
        return expanded(text, environment, {"OAI_API_KEY"});
    } catch (const toolkit::ToolError& error) {
        return "error: " + error.message + "; " + error.hint;
    }
}

TEST_CASE("variables are replaced")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {"plain $HOME {HOME} $ {", "plain $HOME {HOME} $ {"},
        {"${HOME}", "/home/me"},
        {"a${HOME}b${env:HOME}c", "a/home/meb/home/mec"},
        {"${EMPTY}", ""},
        {"${EMPTY:-x}", "x"},
        {"${MISSING:-}", ""},
        {"${MISSING:-a b:-c}", "a b:-c"},
        {"${env:MISSING:-x}", "x"},
        {"${HOME:-x}", "/home/me"},
        {"${ODD}", "${HOME}"},
        {"$${HOME}", "$/home/me"},
        {"${MISSING}",
            "error: the variable 'MISSING' is not set; set it, or write ${MISSING:-default}"},
        {"${input:token}",
            "error: '${input:token}' is not a variable; nobody is asked for it: write ${NAME}, and "
            "set the variable NAME"},
        {"${}", "error: '${}' is not a variable; write ${NAME}, ${NAME:-default} or ${env:NAME}"},
        {"${HOME",
            "error: '${HOME}' is not a variable; write ${NAME}, ${NAME:-default} or ${env:NAME}"},
        {"${A:-${HOME}}",
            "error: '${A:-${HOME}' is not a variable; write ${NAME}, ${NAME:-default} or "
            "${env:NAME}"},
        {"${A B}",
            "error: '${A B}' is not a variable; write ${NAME}, ${NAME:-default} or ${env:NAME}"},
        {"Bearer ${OAI_API_KEY}",
            "error: '${OAI_API_KEY}' is the key of the model, which no server gets; give the "
            "server a key of its own, in a variable of another name"},
        {"${env:OAI_API_KEY:-x}",
            "error: '${OAI_API_KEY}' is the key of the model, which no server gets; give the "
            "server a key of its own, in a variable of another name"},
    }));
    CHECK(result_of(text) == expected);
}

TEST_CASE("the workspace and the home directory have names that other clients use")
{
    const auto in_workspace
        = [](std::string_view text) { return expanded(text, environment, {}, "/work/${HOME}"); };
    CHECK(
        in_workspace("${workspaceFolder}/a ${workspaceFolder}") == "/work/${HOME}/a /work/${HOME}");
    CHECK(in_workspace("${userHome}/b") == "/home/me/b");
    CHECK(variables_in("${workspaceFolder} ${userHome}") == std::vector<std::string> {"HOME"});
}

TEST_CASE("the variables of a text are named once")
{
    CHECK(variables_in("${A} ${env:B:-c} ${A} ${input:x} ${open")
        == std::vector<std::string> {"A", "B"});
    CHECK(variables_in("$A").empty());
}
