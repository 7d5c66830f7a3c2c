#include "catch.hpp"

#include "frontends/chat/reversed_diff.hpp"

using frontends::chat::reversed_diff;

TEST_CASE("a diff the other way round exchanges + and -, names and ranges")
{
    const std::string diff
        = "--- a/x.txt\n+++ b/x.txt\n@@ -1,4 +1,3 @@ int f()\n a\n-B\n-BB\n+b\n c\n"
          "--- a/new\n+++ /dev/null\n@@ -1 +0,0 @@\n-hello\n";
    const std::string other
        = "--- a/x.txt\n+++ b/x.txt\n@@ -1,3 +1,4 @@ int f()\n a\n-b\n+B\n+BB\n c\n"
          "--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+hello\n";
    CHECK(reversed_diff(diff) == other);
    CHECK(reversed_diff(other) == diff);
}

TEST_CASE("lines of a hunk that look like headers are lines, and keep their marks of an end")
{
    CHECK(reversed_diff("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a\n-@@ -1 +1 @@\n+++ b\n+c\n\\ No "
                        "newline at end of file\n")
        == "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-++ b\n-c\n\\ No newline at end of file\n+-- a\n+@@ "
           "-1 +1 @@\n");
}

TEST_CASE("what a diff says of names and modes is exchanged too")
{
    CHECK(reversed_diff("diff --git a/y b/x\nrename from y\nrename to x\n"
                        "diff --git a/d b/d\nnew directory\n"
                        "diff --git a/l b/l\ndeleted file mode 120000\n--- a/l\n+++ /dev/null\n@@ "
                        "-1 +0,0 @@\n-t\n"
                        "diff --git a/m b/m\nold mode 100644\nnew mode 100755\n")
        == "diff --git a/x b/y\nrename from x\nrename to y\n"
           "diff --git a/d b/d\ndeleted directory\n"
           "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+t\n"
           "diff --git a/m b/m\nold mode 100755\nnew mode 100644\n");
    CHECK(
        reversed_diff("diff --git \"a/\\303\\244\" b/x\nrename from \"\\303\\244\"\nrename to x\n")
        == "diff --git a/x \"b/\\303\\244\"\nrename from x\nrename to \"\\303\\244\"\n");
}

TEST_CASE("what is no diff, or only the beginning of one, stays readable")
{
    const std::string text = "the diff is not text\n@@ what @@\n@@ -x,y +1 @@\n+++ alone";
    CHECK(reversed_diff(text) == text);
    CHECK(reversed_diff("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\n… the rest\n")
        == "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n+b\n… the rest\n");
    CHECK(reversed_diff("diff --git a/x b/x") == "diff --git a/x b/x");
}
