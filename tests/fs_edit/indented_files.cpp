#include "tests/fs_edit/indented_edits.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace {

constexpr std::array fixtures {
    "package a\n\nfunc f(n int) int {\n\tfor i := 0; i < n; i++ {\n\t\tif i == 3 {\n\t\t\treturn "
    "i\n\t\t}\n"
    "\t\tg(i)\n\t\th(i)\n\t}\n\tswitch n {\n\tcase 1:\n\t\treturn "
    "2\n\tdefault:\n\t\tg(n)\n\t}\n\treturn "
    "0\n}\n",
    "on:\n  push:\n    branches:\n      - main\n      - next\n  pull_request: {}\njobs:\n  test:\n "
    "   "
    "steps:\n"
    "      - uses: checkout\n      - name: build\n        run: |\n          make\n          make "
    "test\n"
    "  lint:\n    steps:\n      - run: make lint\n",
    "all: a b\n\na: a.c\n\t$(CC) -o a a.c\n\t./a --check\n\techo done\n\nifdef X\nb: b.c\n\t$(CC) "
    "-o b b.c\n"
    "\tfor i in 1 2; do \\\n\t\t./b $$i; \\\n\tdone\nendif\n\nclean:\n\trm -f a\n\trm -f b\n",
    "class A:\n    def f(self):\n        for i in a:\n            w(i)\n            x(i)\n         "
    "   y(i)\n"
    "        return z(1,\n                 2)\n\n    def g(self):\n        if a:\n            "
    "pass\n        "
    "else:\n"
    "            h()\n        return 1\n",
    "int f(int n)\n{\n    for (;;) {\n        if (n) {\n            g(n,\n              n);\n      "
    "  } else "
    "{\n"
    "            h();\n        }\n        i();\n        j();\n    }\n    return 0;\n}\n",
};

// A file with CRLF is read with LF: an edit is written with one end for all lines.
std::vector<std::string> lines_of(std::istream& stream)
{
    static constexpr std::size_t most = 400;
    std::vector<std::string> lines;
    for (std::string line; lines.size() < most && std::getline(stream, line);) {
        if (line.ends_with('\r'))
            line.pop_back();
        lines.push_back(std::move(line));
    }
    return lines;
}

namespace fs = std::filesystem;

bool is_source(const fs::path& path)
{
    static constexpr std::array<const char*, 5> usual {".py", ".h", ".go", ".yaml", ".mk"};
    return path.filename() == "Makefile"
        || std::find(usual.begin(), usual.end(), path.extension()) != usual.end();
}

std::vector<fs::path> usual_paths()
{
    static constexpr std::array<const char*, 7> places {"/usr/lib/python3.11",
        "/usr/lib/python3.13", "/usr/include/asm-generic", "/usr/include/linux",
        "/usr/share/doc/git/contrib/persistent-https",
        "/usr/share/doc/python3-yaml/examples/pygments-lexer", "/usr/share/dpkg"};
    static constexpr std::size_t max_of_a_place = 60;
    std::vector<fs::path> all;
    for (const char* place : places) {
        std::error_code error;
        std::vector<fs::path> paths;
        for (const auto& entry : fs::directory_iterator(place, error))
            if (is_source(entry.path()))
                paths.push_back(entry.path());
        std::sort(paths.begin(), paths.end());
        paths.resize(std::min(paths.size(), max_of_a_place));
        all.insert(all.end(), paths.begin(), paths.end());
    }
    return all;
}

// The same number of each kind of file, drawn by the seed from everything beneath these
// directories.
std::vector<fs::path> drawn_paths(const std::string& places)
{
    static const std::set<std::string> more {
        ".c", ".cpp", ".css", ".html", ".js", ".json", ".md", ".rs", ".sh", ".toml", ".ts", ".yml"};
    static constexpr std::size_t max_of_a_kind = 40;
    std::map<std::string, std::vector<fs::path>> kinds;
    std::istringstream stream(places);
    for (std::string place; std::getline(stream, place, ':');) {
        std::error_code error;
        for (const auto& entry : fs::recursive_directory_iterator(
                 place, fs::directory_options::skip_permission_denied, error))
            if (entry.is_regular_file(error)
                && (is_source(entry.path()) || more.count(entry.path().extension()) != 0))
                kinds[entry.path().extension()].push_back(entry.path());
    }
    std::mt19937 random(seed_of_edits(15));
    std::vector<fs::path> all;
    for (auto& [kind, paths] : kinds) {
        std::sort(paths.begin(), paths.end());
        std::shuffle(paths.begin(), paths.end(), random);
        paths.resize(std::min(paths.size(), max_of_a_kind));
        all.insert(all.end(), paths.begin(), paths.end());
    }
    return all;
}

}

unsigned seed_of_edits(unsigned usual)
{
    const char* const seed
        = std::getenv("AGENTCLI_SEED"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return seed == nullptr ? usual : static_cast<unsigned>(std::strtoul(seed, nullptr, 10));
}

std::vector<std::vector<std::string>> indented_files()
{
    std::vector<std::vector<std::string>> files;
    for (const char* fixture : fixtures) {
        std::istringstream stream(fixture);
        files.push_back(lines_of(stream));
    }
    const char* const samples
        = std::getenv("AGENTCLI_SAMPLES"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    for (const auto& path : samples == nullptr ? usual_paths() : drawn_paths(samples)) {
        std::ifstream stream(path);
        files.push_back(lines_of(stream));
    }
    files.erase(std::remove_if(files.begin(), files.end(),
                    [](const auto& lines) { return lines.size() < 10; }),
        files.end());
    return files;
}
