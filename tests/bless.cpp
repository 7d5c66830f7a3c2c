#include "bless.hpp"

#include "toolkit/text/text.hpp"

#include <array>
#include <cstdio>

using namespace toolkit::text;

namespace {

struct Section {
    std::string header; // the whole line
    std::string body;
};

bool is_header(const std::string& line) { return line.starts_with("-- ") && line.ends_with(" --"); }

// The first one has the title and no header.
std::vector<Section> sections_of(const std::string& text)
{
    std::vector<Section> sections(1);
    for (const auto& line : lines_of(text))
        if (is_header(line))
            sections.push_back({line, ""});
        else
            sections.back().body += line + '\n';
    return sections;
}

std::string escape(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        std::array<char, 5> code {};
        if (c == '\\')
            result += "\\\\";
        else if (c == '\n')
            result += "\\n\n"; // line breaks of the case do not count
        else if (c >= ' ' && c <= '~')
            result += c;
        else {
            std::snprintf(code.data(), code.size(), "\\x%02x", static_cast<unsigned char>(c));
            result += code.data();
        }
    }
    return result + (result.ends_with('\n') || result.empty() ? "" : "\n");
}

bool is_plain(const std::string& text)
{
    if (!text.empty() && !text.ends_with('\n'))
        return false;
    for (const auto& line : lines_of(text))
        if (is_header(line))
            return false;
    for (const char c : text)
        if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t')
            return false;
    return is_utf8(text);
}

std::string escaped_name(const std::string& path)
{
    const std::string name = escape(path);
    return name.substr(0, name.size() - 1); // without the newline
}

std::string section_of(const std::string& path, const Node& node, bool has_mode)
{
    std::string header = "-- after/" + escaped_name(path);
    switch (node.kind) {
    case Node::absent: return header + " (absent) --\n";
    case Node::link: return header + " -> " + node.content + " --\n";
    case Node::fifo: return header + " (fifo) --\n";
    case Node::directory: header += '/'; break;
    case Node::file: break;
    }
    if (has_mode) {
        std::array<char, 16> mode {};
        std::snprintf(mode.data(), mode.size(), " (mode %04o)", node.mode);
        header += mode.data();
    }
    if (node.kind == Node::directory || is_plain(node.content))
        return header + " --\n" + node.content;
    return header + " (escaped) --\n" + escape(node.content);
}

bool fits(const Node& expected, const Node& actual)
{
    return expected.kind == actual.kind && expected.content == actual.content
        && (expected.mode == 0 || expected.mode == actual.mode);
}

bool is_right(const std::string& path, const Node& node, const Tree& actual)
{
    const auto found = actual.find(path);
    return node.kind == Node::absent ? found == actual.end()
                                     : found != actual.end() && fits(node, found->second);
}

// A directory is not named if something in it is.
bool is_implied(const std::string& path, const Tree& actual, const Tree& expected)
{
    const auto next = actual.upper_bound(path + "/");
    return next != actual.end() && next->first.starts_with(path + "/")
        && !expected.contains(next->first);
}

std::string sections_of_differences(const Tree& expected, const Tree& actual)
{
    std::string text;
    for (const auto& [path, node] : expected)
        if (!actual.contains(path))
            text += section_of(path, {Node::absent, "", 0}, false);
    for (const auto& [path, node] : actual) {
        const auto before = expected.find(path);
        if (before != expected.end() && fits(before->second, node))
            continue;
        if (before == expected.end() && node.kind == Node::directory
            && (is_own_folder(path, node) || is_implied(path, actual, expected)))
            continue;
        text += section_of(path, node, before != expected.end() && before->second.mode != 0);
    }
    return text;
}

}

std::string bless(const std::string& text, const Case& c, const Blessing& real)
{
    Case kept = c;
    kept.after.clear();
    std::string result;
    for (const auto& [header, body] : sections_of(text)) {
        const bool is_answer = header == "-- answer --" || header == "-- error --";
        if (is_answer && !real.answer.empty()) {
            result += (real.has_succeeded ? "-- answer --\n" : "-- error --\n") + real.answer;
            continue;
        }
        const std::string section = (header.empty() ? "" : header + '\n') + body;
        if (!header.starts_with("-- after/")) {
            result += section;
            continue;
        }
        for (const auto& [name, node] : parse_case(section, "").after)
            if (is_right(find_new(c, real.workspace, name), node, real.workspace)) {
                kept.after[name] = node;
                result += section;
            }
    }
    Tree expected = expected_tree(kept, real.workspace);
    for (const auto& [name, node] : kept.after) // it stays the parent of what is named next
        if (node.kind == Node::absent)
            expected.erase(name);
    return result + sections_of_differences(expected, real.workspace);
}
