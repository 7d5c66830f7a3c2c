#include "catch.hpp"

#include "crash/victim.hpp"
#include "toolkit/change/journal.hpp"

#include <csignal>
#include <fstream>

#include <sys/syscall.h>

using namespace toolkit::change;
using namespace toolkit::system;

namespace fs = std::filesystem;

// Journals that a clone has brought cost bounded work once, and none later: counted in bytes that
// are read.

namespace {

const Call hostile_call {"fs_write_file", R"({"path":"file","content":"x"})"};

class HostileFolder {
public:
    HostileFolder()
    {
        std::string name = fs::temp_directory_path() / "hostile.XXXXXX";
        root = mkdtemp(name.data());
        fs::create_directories(journals());
    }
    HostileFolder(const HostileFolder&) = delete;
    HostileFolder& operator=(const HostileFolder&) = delete;
    ~HostileFolder() { fs::remove_all(root); }

    const fs::path& workspace() const { return root; }
    fs::path journals() const { return root / ".agentcli/journal"; }

    // With zeros behind the text, which take no space on the disk.
    void add(int number, const std::string& text, std::uintmax_t size) const
    {
        const fs::path file = journals() / (".agentcli-tmp-" + std::to_string(number));
        std::ofstream(file, std::ios::binary) << text;
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
        fs::resize_file(file, size);
    }

    BytesRead read_by_a_call() const
    {
        Victim victim(hostile_call, root, Victim::Traced::yes);
        CHECK(victim.run_to_end() == 0);
        return victim.bytes_read();
    }

    int left() const
    {
        int count = 0;
        for (const auto& entry : fs::directory_iterator(journals()))
            count += entry.path().filename().string().starts_with('.') ? 1 : 0;
        return count;
    }

private:
    fs::path root;
};

// What the tool reads for itself, and the request.
constexpr BytesRead little = 1 << 20;

std::string plan_of(std::size_t changes, const std::string& directory)
{
    Plan plan;
    for (std::size_t index = 0; index < changes; ++index)
        plan.changes.push_back({directory, std::to_string(index),
            ".agentcli-tmp-" + std::to_string(index), Identity {1, 1, 1, 1}});
    return plan_text(plan) + prepared_text(plan);
}

}

TEST_CASE("journals that are malformed are read at their beginning, and once")
{
    const std::string title = plan_text({}).substr(0, sizeof "agentcli journal 1");
    for (const auto& text :
        {title, plan_text({}), plan_of(3, "a"), plan_of(3, "a") + done_text()}) {
        const HostileFolder folder;
        for (int number = 0; number < 60; ++number)
            folder.add(number, text, max_journal);
        CHECK(folder.read_by_a_call() < 60 * 2 * (64 << 10) + little);
        CHECK(folder.left() == 0);
        CHECK(folder.read_by_a_call() < little);
    }
}

TEST_CASE("what is too large to be a journal is not read")
{
    const HostileFolder folder;
    for (int number = 0; number < 60; ++number)
        folder.add(number, plan_of(3, "a"), max_journal + 1);
    CHECK(folder.read_by_a_call() < little);
    CHECK(folder.left() == 60);
}

TEST_CASE("of large journals a call reads no more than of one, and sets aside what it refuses")
{
    const HostileFolder folder;
    const std::string text = plan_of(20'000, ".git/" + std::string(1000, 'd'));
    REQUIRE(text.size() > max_journal / 2);
    REQUIRE(text.size() < max_journal);
    for (int number = 0; number < 3; ++number)
        folder.add(number, text, text.size());
    const auto most = static_cast<BytesRead>(2 * (max_journal + text.size())) + little;
    int calls = 0;
    for (; folder.left() > 0 && calls < 3; ++calls)
        CHECK(folder.read_by_a_call() < most);
    CHECK(folder.left() == 0);
    CHECK(calls > 0);
    CHECK(folder.read_by_a_call() < little);
}

TEST_CASE("a journal that can't be carried out is tried by three calls")
{
    const HostileFolder folder;
    Plan plan;
    plan.changes.push_back({".", "", ".agentcli-tmp-tree", {}});
    const fs::path tree = folder.journals().parent_path().parent_path() / ".agentcli-tmp-tree";
    fs::create_directories(tree / ".git");
    folder.add(0, plan_text(plan), plan_text(plan).size());
    for (int call = 1; call <= 3; ++call) {
        CHECK(folder.left() == 1);
        folder.read_by_a_call();
    }
    CHECK(folder.left() == 0);
    CHECK(fs::exists(tree / ".git"));
}

TEST_CASE("a journal whose calls are killed in the middle is tried by three")
{
    const HostileFolder folder;
    Plan plan;
    plan.changes.push_back({".", "", ".agentcli-tmp-tree", {}});
    fs::create_directories(
        folder.journals().parent_path().parent_path() / ".agentcli-tmp-tree/deep");
    folder.add(0, plan_text(plan), plan_text(plan).size());
    for (int call = 1; call <= 3; ++call) {
        CHECK(folder.left() == 1);
        Victim victim(hostile_call, folder.workspace(), Victim::Traced::yes);
        victim.run_to_end([](const SystemCall& call) {
            if (call.number == SYS_unlinkat)
                kill(call.process, SIGKILL);
            return std::optional<int>();
        });
    }
    CHECK(folder.left() == 0);
    CHECK(fs::exists(folder.workspace() / ".agentcli-tmp-tree/deep"));
}
