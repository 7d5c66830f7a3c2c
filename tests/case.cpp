#include "case.hpp"

#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include <sstream>
#include <stdexcept>

using namespace toolkit::system;

namespace fs = std::filesystem;

namespace {

constexpr mode_t permission_bits = 07777;

std::string unescape(const std::string& text)
{
    std::string bytes;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\' || at + 1 == text.size()) {
            bytes += text[at];
            continue;
        }
        switch (const char letter = text[++at]) {
        case 'n': bytes += '\n'; break;
        case 'r': bytes += '\r'; break;
        case 't': bytes += '\t'; break;
        case 'x':
            bytes += static_cast<char>(std::stoi(text.substr(at + 1, 2), nullptr, 16));
            at += 2;
            break;
        default: bytes += letter;
        }
    }
    return bytes;
}

// "before/x (mode 0600) (escaped)", taken apart.
struct Header {
    std::string name;
    std::string target; // of a link
    bool is_link = false;
    bool is_escaped = false;
    bool is_fifo = false;
    bool is_absent = false;
    mode_t mode = 0;
    std::size_t repeat = 1;
};

void take_attribute(Header& header, const std::string& attribute)
{
    if (attribute == "escaped")
        header.is_escaped = true;
    else if (attribute == "fifo")
        header.is_fifo = true;
    else if (attribute == "absent")
        header.is_absent = true;
    else if (attribute.starts_with("mode "))
        header.mode = static_cast<mode_t>(std::stoul(attribute.substr(5), nullptr, 8));
    else if (attribute.starts_with("repeat "))
        header.repeat = std::stoul(attribute.substr(7));
    else
        throw std::runtime_error("unknown attribute (" + attribute + ")");
}

Header parse_header(std::string text)
{
    Header header;
    while (text.ends_with(')') && text.rfind(" (") != std::string::npos) {
        const std::size_t open = text.rfind(" (");
        take_attribute(header, text.substr(open + 2, text.size() - open - 3));
        text.erase(open);
    }
    if (const std::size_t arrow = text.find(" -> "); arrow != std::string::npos) {
        header.is_link = true;
        header.target = text.substr(arrow + 4);
        text.erase(arrow);
    }
    header.name = unescape(text);
    return header;
}

Node node_of(const Header& header, const std::string& body, const std::string& root)
{
    if (header.is_absent)
        return {Node::absent, "", 0};
    if (header.is_link)
        return {Node::link, replace_all(header.target, "$ROOT", root), 0};
    if (header.is_fifo)
        return {Node::fifo, "", 0};
    if (header.name.ends_with('/'))
        return {Node::directory, "", header.mode};
    return {Node::file, body, header.mode};
}

void put(Tree& tree, std::string path, Node node)
{
    if (path.ends_with('/'))
        path.pop_back();
    tree[path] = std::move(node);
}

void store(Case& c, const Header& header, std::string body, const std::string& root)
{
    if (header.is_escaped)
        body = unescape(replace_all(body, "\n", ""));
    const std::string whole = repeated(body, header.repeat);
    const std::string placed = replace_all(whole, "$ROOT", root);
    const std::string& name = header.name;
    if (name == "request")
        c.request = placed;
    else if (name == "answer" || name == "error") {
        c.answer = placed;
        c.fails = name == "error";
    } else if (name == "flags")
        c.flags = lines_of(placed);
    else if (name == "environment")
        c.environment = lines_of(placed);
    else if (name.starts_with("before/"))
        put(c.before, name.substr(7), node_of(header, whole, root));
    else if (name.starts_with("outside/"))
        put(c.outside, name.substr(8), node_of(header, whole, root));
    else if (name.starts_with("after/"))
        put(c.after, name.substr(6), node_of(header, whole, root));
    else
        throw std::runtime_error("unknown section '" + name + "'");
}

// Directories that are only there because something is in them.
void add_parents(Tree& tree)
{
    const Tree named = tree;
    for (const auto& [path, node] : named)
        if (node.kind != Node::absent)
            for (fs::path parent = fs::path(path).parent_path(); !parent.empty();
                 parent = parent.parent_path())
                tree.try_emplace(parent.string(), Node {Node::directory, "", 0});
}

}

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::string repeated(const std::string& text, std::size_t times)
{
    const std::size_t size = text.size() * times;
    std::string result = text.substr(0, size);
    while (result.size() < size)
        result.append(result, 0, size - result.size());
    return result;
}

std::string replace_all(std::string text, const std::string& from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

Case parse_case(const std::string& text, const std::string& root)
{
    Case c;
    Header header;
    std::string body;
    bool is_title = true;
    const auto finish = [&] { is_title ? void(c.title = body) : store(c, header, body, root); };
    for (const auto& line : lines_of(text)) {
        if (!line.starts_with("-- ") || !line.ends_with(" --")) {
            body += line + '\n';
            continue;
        }
        finish();
        is_title = false;
        header = parse_header(line.substr(3, line.size() - 6));
        body.clear();
    }
    finish();
    add_parents(c.before);
    add_parents(c.outside);
    return c;
}

void write_file(const fs::path& path, const std::string& text)
{
    const File file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    write_whole(file, path.string(), text);
}

static void make_node(const Node& node, const fs::path& path)
{
    switch (node.kind) {
    case Node::directory: fs::create_directories(path); break;
    case Node::link: fs::create_symlink(node.content, path); break;
    case Node::fifo: mkfifo(path.c_str(), 0600); break;
    case Node::file: write_file(path, node.content); break;
    case Node::absent: throw std::runtime_error("only an after-section can be absent");
    }
    if (node.mode != 0)
        chmod(path.c_str(), node.mode);
}

void make_tree(const Tree& tree, const fs::path& root)
{
    fs::create_directories(root);
    for (const auto& [path, node] : tree) // sorted: a directory stands before what is in it
        make_node(node, root / path);
}

static Node read_node(const fs::directory_entry& entry)
{
    const auto mode = static_cast<mode_t>(entry.symlink_status().permissions()) & permission_bits;
    if (entry.is_symlink())
        return {Node::link, fs::read_symlink(entry).string(), mode};
    if (entry.is_directory())
        return {Node::directory, "", mode};
    if (entry.is_fifo())
        return {Node::fifo, "", mode};
    const File file(open(entry.path().c_str(), O_RDONLY | O_CLOEXEC));
    return {Node::file, file ? read_whole(file, "file", 1U << 30U) : "unreadable", mode};
}

Tree read_tree(const fs::path& root)
{
    Tree tree;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        tree[entry.path().lexically_relative(root).string()] = read_node(entry);
    return tree;
}

std::string find_new(const Case& c, const Tree& actual, const std::string& pattern)
{
    for (const auto& [path, node] : actual)
        if (!c.before.contains(path) && fnmatch(pattern.c_str(), path.c_str(), FNM_PATHNAME) == 0)
            return path;
    return pattern;
}

Tree expected_tree(const Case& c, const Tree& actual)
{
    Tree tree = c.before;
    for (const auto& [name, node] : c.after) {
        const std::string path
            = name.find('*') == std::string::npos ? name : find_new(c, actual, name);
        // A mode that is not said is the one before: a change of content alone must keep it.
        Node expected = node;
        if (const auto old = c.before.find(path); expected.mode == 0 && old != c.before.end())
            expected.mode = old->second.mode;
        tree[path] = expected;
        if (node.kind == Node::absent)
            tree.erase(path);
    }
    add_parents(tree);
    return tree;
}

bool is_own_folder(const std::string& path, const Node& node)
{
    return path == ".agentcli" && node.kind == Node::directory && node.mode == S_IRWXU;
}

std::string difference(const Tree& expected, const Tree& actual)
{
    std::string lines;
    for (const auto& [path, node] : expected) {
        const auto found = actual.find(path);
        if (found == actual.end())
            lines += "missing: " + path + '\n';
        else if (node.kind != found->second.kind)
            lines += "of another kind: " + path + '\n';
        else if (node.content != found->second.content)
            lines += "of other content: " + path + "\n" + found->second.content + "\n";
        else if (node.mode != 0 && node.mode != found->second.mode)
            lines += "of another mode: " + path + '\n';
    }
    for (const auto& [path, node] : actual)
        if (!expected.contains(path) && !is_own_folder(path, node))
            lines += "not asked for: " + path + '\n';
    return lines;
}
