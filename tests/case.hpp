#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

// One thing in a workspace.
struct Node {
    enum Kind { file, directory, link, fifo, absent } kind = file;
    std::string content; // of a file, or where a link points
    mode_t mode = 0; // permission bits; 0 in a case: not said
    bool operator==(const Node&) const = default;
};

using Tree = std::map<std::string, Node>; // by path

struct Case {
    std::string title;
    std::vector<std::string> flags;
    std::vector<std::string> environment;
    Tree before;
    Tree outside;
    std::string request;
    std::string answer;
    bool fails = false;
    Tree after; // only what changed
};

// Throws std::runtime_error naming the section that can't be read. `root` takes the place of $ROOT.
Case parse_case(const std::string& text, const std::string& root);

std::vector<std::string> lines_of(const std::string& text);

std::string repeated(const std::string& text, std::size_t times);

// Each `from` in it, from left to right; not looked for in what took its place.
std::string replace_all(std::string text, const std::string& from, const std::string& to);

void write_file(const std::filesystem::path& path, const std::string& text);
void make_tree(const Tree& tree, const std::filesystem::path& root);
Tree read_tree(const std::filesystem::path& root);

// The name of the one new thing that fits a pattern, or the pattern.
std::string find_new(const Case& c, const Tree& actual, const std::string& pattern);

// Made by a tool before anything else runs in a workspace, for what it may have to keep.
bool is_own_folder(const std::string& path, const Node& node);

// The workspace that a case demands. An after-name with '*' takes the name of the one new thing
// that fits it.
Tree expected_tree(const Case& c, const Tree& actual);

// What differs, a line each, or nothing.
std::string difference(const Tree& expected, const Tree& actual);
