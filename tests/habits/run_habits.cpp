// run_habits BIN [CLIENT …]: sends each row of tests/habits/CLIENT.jsonl to its tool, as the
// shipped manifest starts it, and compares the answer and the whole workspace with what the row
// says. tests/README.md has the format.

#include "../case.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

using namespace toolkit::json;
using namespace toolkit::system;

namespace fs = std::filesystem;

namespace {

struct Place {
    fs::path bin;
    fs::path source; // the root of the source tree
    fs::path scratch;
    fs::path workspace() const { return scratch / "workspace"; }
};

struct Outcome {
    std::string line; // of stdout, or of stderr if it failed
    bool is_done = false;
    Tree workspace;
};

struct Row {
    std::string client;
    std::size_t line = 0; // in its file
    Json json;
};

// What was found of all rows.
struct Tally {
    std::size_t first = 0; // done on the first call
    std::size_t second = 0; // done on the second
    std::size_t failed = 0;
    std::size_t wrong = 0; // calls that have changed what they should not, or not what they should
};

std::string content_of(const fs::path& path)
{
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return read_whole(file, path.string(), 1U << 24U);
}

// The flags of the tool in the manifest that is shipped.
std::vector<std::string> command_of(const Place& place, const std::string& tool)
{
    static const Json manifest = Json::parse(content_of(place.source / "tools.json"));
    for (const auto& entry : manifest.at("tools"))
        if (entry.at("name") == tool) {
            auto command = entry.at("command").get<std::vector<std::string>>();
            command.front() = place.bin / tool;
            return command;
        }
    throw std::runtime_error("no tool is called " + tool);
}

int start(const Place& place, std::vector<std::string> command)
{
    const pid_t child = fork();
    if (child != 0) {
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::vector<char*> argv;
    for (auto& argument : command)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    const auto redirect = [&](const char* name, int flags, int descriptor) {
        dup2(open((place.scratch / name).c_str(), flags | O_CLOEXEC, 0600), descriptor);
    };
    redirect("request", O_RDONLY, STDIN_FILENO);
    redirect("out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect("err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    setenv("HOME", place.scratch.c_str(), 1); // a login shell reads no profile there
    if (chdir(place.workspace().c_str()) == 0)
        execv(argv[0], argv.data());
    _exit(127);
}

// One call in a workspace of its own.
Outcome call(const Place& place, const Tree& before, const std::string& tool, const Json& request)
{
    fs::remove_all(place.workspace());
    make_tree(before, place.workspace());
    write_file(place.scratch / "request", request.dump());
    Outcome outcome;
    outcome.is_done = start(place, command_of(place, tool)) == 0;
    outcome.line = replace_all(content_of(place.scratch / (outcome.is_done ? "out" : "err")),
        place.workspace().string(), "$ROOT");
    outcome.workspace = read_tree(place.workspace());
    return outcome;
}

// Each "<any>" stands for any text.
bool matches_text(const std::string& expected, const std::string& actual)
{
    static const std::string any = "<any>";
    std::size_t at = expected.find(any);
    if (at == std::string::npos)
        return expected == actual;
    if (!actual.starts_with(expected.substr(0, at)))
        return false;
    std::size_t end = at; // in `actual`, of what is matched
    while (true) {
        const std::size_t from = at + any.size();
        at = expected.find(any, from);
        const std::string part = expected.substr(from, at - from);
        if (at == std::string::npos)
            return actual.size() >= end + part.size() && actual.ends_with(part);
        const std::size_t found = actual.find(part, end);
        if (found == std::string::npos)
            return false;
        end = found + part.size();
    }
}

// Whether all of `expected` is in `actual`; lists have to be equally long.
bool contains(const Json& actual, const Json& expected)
{
    if (expected == "<any>")
        return true;
    if (expected.is_string() && actual.is_string())
        return matches_text(expected.get<std::string>(), actual.get<std::string>());
    if (!expected.is_structured() || expected.type() != actual.type())
        return expected == actual;
    if (expected.is_array())
        return std::equal(expected.begin(), expected.end(), actual.begin(), actual.end(),
            [](auto& a, auto& b) { return contains(b, a); });
    const auto items = expected.items();
    return std::all_of(items.begin(), items.end(), [&](const auto& item) {
        return actual.contains(item.key()) && contains(actual.at(item.key()), item.value());
    });
}

// The workspace that is demanded: what `after` names, and the rest as before.
Tree expected_after(const Tree& before, const Json& row)
{
    Case demanded;
    demanded.before = before;
    if (row.contains("after"))
        for (const auto& [path, content] : row.at("after").items())
            demanded.after[path] = content.is_null() ? Node {Node::absent, "", 0}
                : path.ends_with('/')                ? Node {Node::directory, "", 0}
                                      : Node {Node::file, content.get<std::string>(), 0};
    Tree tree;
    for (auto& [path, node] : expected_tree(demanded, {}))
        tree[path.ends_with('/') ? path.substr(0, path.size() - 1) : path] = node;
    return tree;
}

struct Request {
    std::string tool;
    Json json;
};

// The end of the JSON object that begins at `at`, or nothing.
std::optional<std::size_t> end_of_object(const std::string& text, std::size_t at)
{
    for (std::size_t end = text.find('}', at); end != std::string::npos;
         end = text.find('}', end + 1))
        if (nlohmann::json::accept(text.substr(at, end + 1 - at)))
            return end + 1;
    return std::nullopt;
}

// The requests that a hint has, each for the tool that it names, or for the same one.
std::vector<Request> requests_in(const std::string& hint, const std::string& tool)
{
    std::vector<Request> requests;
    std::size_t from = 0;
    for (std::size_t at = hint.find('{'); at != std::string::npos; at = hint.find('{', from)) {
        const auto end = end_of_object(hint, at);
        if (!end) {
            from = at + 1;
            continue;
        }
        const std::string words = hint.substr(from, at - from);
        const std::size_t to = words.rfind("send to ");
        requests.push_back(
            {to == std::string::npos ? tool : words.substr(to + 8, words.size() - to - 9),
                Json::parse(hint.substr(at, *end - at))});
        from = *end;
    }
    return requests;
}

class Runner {
public:
    explicit Runner(Place place)
        : place(std::move(place))
    {
        const fs::path file = this->place.source / "tests/habits/workspace.case";
        before = parse_case(content_of(file), this->place.workspace()).before;
    }

    void run(const Row& row)
    {
        const std::string outcome = row.json.at("outcome");
        const std::string tool = row.json.at("tool");
        const Outcome first = call(place, before, tool, placed(row.json.at("request")));
        const bool is_done = outcome == "done";
        const bool may_be_done = is_done || outcome == "noted";
        std::string complaint = first.is_done == may_be_done ? ""
            : first.is_done                                  ? "it was done\n"
                                                             : "it was refused\n";
        complaint += complaint_about(first, row.json, is_done);
        if (!is_done)
            complaint += complaint_about_hint(first, row, tool);
        ++(!complaint.empty() ? tally.failed : is_done ? tally.first : tally.second);
        if (!complaint.empty())
            std::printf("%s.jsonl:%zu: %s%s\n%s\n", row.client.c_str(), row.line, complaint.c_str(),
                row.json.dump().c_str(), first.line.c_str());
    }

    const Tally& result() const { return tally; }

private:
    Json placed(const Json& json) const
    {
        return Json::parse(replace_all(json.dump(), "$ROOT", place.workspace().string()));
    }

    // What the tools of the manifest keep to undo changes is no effect of a request.
    static Tree without_kept(Tree tree)
    {
        std::erase_if(tree, [](const auto& entry) {
            return entry.first == ".agentcli" || entry.first == ".agentcli/.gitignore"
                || entry.first.starts_with(".agentcli/undo");
        });
        return tree;
    }

    // `row` says what the answer contains; what it says of the workspace holds for the call that
    // is to be done.
    std::string complaint_about(const Outcome& outcome, const Json& row, bool has_effect)
    {
        std::string complaint;
        const Json answer = Json::parse(outcome.line, nullptr, false);
        if (answer.is_discarded())
            complaint += "the answer is not JSON\n";
        else if (row.contains("answer") && !contains(answer, row.at("answer")))
            complaint += "the answer is another\n";
        const Tree after = without_kept(outcome.workspace);
        const std::string difference
            = ::difference(has_effect ? expected_after(before, row) : before, after);
        const bool is_as_before = !outcome.is_done && ::difference(before, after).empty();
        tally.wrong += difference.empty() || is_as_before ? 0 : 1;
        return complaint + difference;
    }

    // Each request of the hint has to be done as it is. What the row says of the second call is in
    // `then`, one object for each request.
    std::string complaint_about_hint(const Outcome& first, const Row& row, const std::string& tool)
    {
        const Json error = Json::parse(first.line, nullptr, false);
        if (!error.is_object())
            return "";
        const std::string hint = error.value("hint", error.value("note", ""));
        const auto requests = requests_in(hint, tool);
        const Json then = row.json.value("then", Json::array({Json::object()}));
        if (requests.size() != then.size())
            return "its hint has " + std::to_string(requests.size()) + " requests, not "
                + std::to_string(then.size()) + "\n";
        std::string complaint;
        for (std::size_t index = 0; index < then.size(); ++index) {
            const Json request = placed(requests[index].json);
            const Outcome second = call(place, before, requests[index].tool, request);
            const std::string found = (second.is_done ? "" : "it was refused\n")
                + complaint_about(second, then.at(index), true);
            if (!found.empty())
                complaint += "request " + std::to_string(index + 1) + " of the hint: " + found
                    + second.line;
        }
        return complaint;
    }

    Place place;
    Tree before;
    Tally tally;
};

std::vector<Row> rows_of(const fs::path& file)
{
    std::vector<Row> rows;
    std::size_t number = 0;
    for (const auto& line : lines_of(content_of(file)))
        if (++number; !line.empty())
            rows.push_back({file.stem(), number, Json::parse(line)});
    return rows;
}

std::vector<fs::path> tables_in(const fs::path& directory)
{
    std::vector<fs::path> tables;
    for (const auto& entry : fs::directory_iterator(directory))
        if (entry.path().extension() == ".jsonl")
            tables.push_back(entry.path());
    std::sort(tables.begin(), tables.end());
    return tables;
}

// True if there are at least 200 rows of 10 clients, none failed or had a wrong effect, and 90 %
// were done on the first call.
bool are_enough(const Tally& tally, std::size_t clients)
{
    const std::size_t rows = tally.first + tally.second + tally.failed;
    std::printf("%zu requests of %zu clients: %zu done on the first call (%.1f %%), %zu on the "
                "second, %zu not as demanded, %zu with a wrong effect\n",
        rows, clients, tally.first, 100.0 * double(tally.first) / double(rows), tally.second,
        tally.failed, tally.wrong);
    return rows >= 200 && clients >= 10 && tally.failed == 0 && tally.wrong == 0
        && 10 * tally.first >= 9 * rows;
}

}

int main(int argc, char** argv)
{
    if (argc < 2)
        return 2;
    std::string name = fs::temp_directory_path() / "habits.XXXXXX";
    const Place place {
        fs::absolute(argv[1]), fs::path(HABITS) / "../..", fs::canonical(mkdtemp(name.data()))};
    Runner runner(place);
    std::vector<fs::path> tables = tables_in(HABITS);
    if (argc > 2)
        std::erase_if(tables, [&](const fs::path& table) {
            return std::find(argv + 2, argv + argc, table.stem().string()) == argv + argc;
        });
    for (const auto& table : tables)
        for (const Row& row : rows_of(table))
            runner.run(row);
    fs::remove_all(place.scratch);
    const bool is_enough = are_enough(runner.result(), tables.size());
    return is_enough || (argc > 2 && runner.result().failed == 0) ? 0 : 1;
}
