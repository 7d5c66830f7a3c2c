#include "fuzz.hpp"

#include "toolkit/undo/step.hpp"

using namespace toolkit::undo;

static bool is_beneath_root(const std::string& path)
{
    return !path.empty() && path != "." && !path.starts_with('/') && !path.starts_with("../")
        && path != ".." && path.find("/../") == std::string::npos && !path.ends_with("/..")
        && path.find('\0') == std::string::npos;
}

// What is read of a line can be written, and reads the same; no path leads out, and no name of what
// was kept is a path.
void fuzz(std::string_view input)
{
    const auto step = parse_line(input);
    if (!step)
        return;
    for (const Change& change : step->changes) {
        must(is_beneath_root(change.path));
        must(change.from.empty() || is_beneath_root(change.from));
        must(
            !change.kept || change.kept->name.find_first_not_of("0123456789") == std::string::npos);
        must(!change.copy || change.copy->find_first_not_of("0123456789") == std::string::npos);
    }
    const std::string line = line_of(*step);
    const auto again = parse_line(std::string_view(line).substr(0, line.size() - 1));
    must(again && line_of(*again) == line);
}
