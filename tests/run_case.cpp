// run_case TOOL CASE…: for each .case file lays out its workspace, makes the call, and compares the
// answer and the workspace with what the case says. tests/README.md has the format. Exits with 1 if
// a case fails.

#include "bless.hpp"
#include "case.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

using namespace toolkit::json;
using namespace toolkit::system;

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Outcome {
    std::string out;
    std::string err;
    int exit = 0;
    Tree workspace;
    Tree outside;
};

static std::string read_file(const fs::path& path)
{
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return read_whole(file, path.string(), 1U << 30U);
}

static int run_tool(const fs::path& tool, const Case& c, const fs::path& scratch)
{
    const pid_t child = fork();
    if (child != 0) {
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::vector<std::string> arguments {tool.string()};
    arguments.insert(arguments.end(), c.flags.begin(), c.flags.end());
    std::vector<char*> argv;
    for (auto& argument : arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    for (const auto& variable : c.environment)
        putenv(const_cast<char*>(variable.c_str()));
    const auto redirect = [&](const char* name, int flags, int descriptor) {
        dup2(open((scratch / name).c_str(), flags, 0600), descriptor);
    };
    redirect("request", O_RDONLY | O_CLOEXEC, STDIN_FILENO);
    redirect("out", O_WRONLY | O_CREAT | O_CLOEXEC, STDOUT_FILENO);
    redirect("err", O_WRONLY | O_CREAT | O_CLOEXEC, STDERR_FILENO);
    if (chdir((scratch / "workspace").c_str()) == 0)
        execv(argv[0], argv.data());
    _exit(127);
}

static Outcome call(const fs::path& tool, const Case& c, const fs::path& scratch)
{
    write_file(scratch / "request", c.request);
    Outcome outcome;
    outcome.exit = run_tool(tool, c, scratch);
    outcome.out = read_file(scratch / "out");
    outcome.err = read_file(scratch / "err");
    outcome.workspace = read_tree(scratch / "workspace");
    outcome.outside = read_tree(scratch / "outside");
    return outcome;
}

static bool matches_text(const std::string& expected, const std::string& actual)
{
    static const std::string any = "<any>";
    const std::size_t at = expected.find(any);
    if (at == std::string::npos)
        return expected == actual;
    const std::string begin = expected.substr(0, at);
    const std::string end = expected.substr(at + any.size());
    return actual.size() >= begin.size() + end.size() && actual.starts_with(begin)
        && actual.ends_with(end);
}

static bool matches(const Json& expected, const Json& actual)
{
    if (expected == "<any>")
        return true;
    if (expected.is_string() && actual.is_string())
        return matches_text(expected.get<std::string>(), actual.get<std::string>());
    if (!expected.is_structured() || expected.type() != actual.type()
        || expected.size() != actual.size())
        return expected == actual;
    if (expected.is_array()) {
        for (std::size_t index = 0; index < expected.size(); ++index)
            if (!matches(expected[index], actual[index]))
                return false;
        return true;
    }
    for (const auto& [name, value] : expected.items())
        if (!actual.contains(name) || !matches(value, actual[name]))
            return false;
    return true;
}

static bool is_one_line_of_json(const std::string& text)
{
    return text.find('\n') + 1 == text.size() && text.find('\0') == std::string::npos
        && Json::accept(text);
}

// What is wrong with the answer, or nothing.
static std::string complaint_about_answer(const Case& c, const Outcome& outcome)
{
    const Json expected = Json::parse(c.answer, nullptr, false);
    if (expected.is_discarded())
        return "the case has no answer or error that is JSON";
    const std::string& line = c.fails ? outcome.err : outcome.out;
    const std::string& silent = c.fails ? outcome.out : outcome.err;
    if (!silent.empty())
        return std::string("it printed on ") + (c.fails ? "stdout" : "stderr");
    if (!is_one_line_of_json(line))
        return std::string("there is not one line of JSON on ") + (c.fails ? "stderr" : "stdout");
    if (!matches(expected, Json::parse(line)))
        return "the answer is another";
    const std::string code = c.fails ? expected["code"].get<std::string>() : "";
    const int exit = !c.fails           ? 0
        : code == "BAD_REQUEST"         ? 2
        : code == "SANDBOX_UNAVAILABLE" ? 3
                                        : 1;
    if (outcome.exit != exit)
        return "the exit status is " + std::to_string(outcome.exit) + ", not "
            + std::to_string(exit);
    return "";
}

static Json description_of(const fs::path& tool)
{
    FILE* const pipe = popen(("'" + tool.string() + "' --describe").c_str(), "r");
    std::string text;
    for (int byte = std::fgetc(pipe); byte != EOF; byte = std::fgetc(pipe))
        text += static_cast<char>(byte);
    pclose(pipe);
    return Json::parse(text, nullptr, false);
}

// Returns what is wrong with an answer by the schema that --describe has, if it has one. `tool` is
// the same for all calls.
static std::string complaint_about_schema(const fs::path& tool, const std::string& line)
{
    static const Json entry = description_of(tool);
    if (!entry.is_object() || !entry.contains("answerSchema"))
        return "";
    try {
        Schema(entry["answerSchema"], nullptr).check(Json::parse(line));
        return "";
    } catch (const toolkit::ToolError& error) {
        return "the answer is not as its schema: " + error.message;
    }
}

// What is wrong with the outcome, or nothing.
static std::string complaint(const Case& c, const Outcome& outcome)
{
    const std::string answer = complaint_about_answer(c, outcome);
    if (!answer.empty())
        return answer;
    return difference(expected_tree(c, outcome.workspace), outcome.workspace)
        + difference(c.outside, outcome.outside);
}

static int report(const Case& c, const Outcome& outcome, const std::string& problem)
{
    std::printf("%s%s\n\nexpected\n%s\nactual (exit %d)\n%s%s\n", c.title.c_str(), problem.c_str(),
        c.answer.c_str(), outcome.exit, outcome.out.c_str(), outcome.err.c_str());
    return 1;
}

static int run(const fs::path& tool, const fs::path& path)
{
    std::string name = fs::temp_directory_path() / "case.XXXXXX";
    const fs::path scratch = fs::canonical(mkdtemp(name.data()));
    const Case c = parse_case(read_file(path), (scratch / "workspace").string());
    make_tree(c.before, scratch / "workspace");
    make_tree(c.outside, scratch / "outside");
    const Outcome outcome = call(tool, c, scratch);
    fs::remove_all(scratch);
    if (std::getenv("BLESS") != nullptr) {
        const bool succeeded = outcome.exit == 0;
        const std::string line = replace_all(
            succeeded ? outcome.out : outcome.err, (scratch / "workspace").string(), "$ROOT");
        write_file(path,
            bless(read_file(path), c,
                {complaint_about_answer(c, outcome).empty() ? "" : line, succeeded,
                    outcome.workspace}));
        return 0;
    }
    std::string problem = complaint(c, outcome);
    const bool is_call = c.flags.empty() || c.flags[0] != "--describe";
    if (problem.empty() && !c.fails && is_call)
        problem = complaint_about_schema(tool, outcome.out);
    return problem.empty() ? 0 : report(c, outcome, problem);
}

int main(int argc, char** argv)
{
    umask(022); // the modes that cases name
    if (argc < 3)
        return 2;
    const fs::path tool = fs::absolute(argv[1]);
    int failed = 0;
    for (int index = 2; index < argc; ++index)
        if (run(tool, argv[index]) != 0) {
            failed = 1;
            std::printf("FAILED: %s\n", argv[index]);
        }
    return failed;
}
