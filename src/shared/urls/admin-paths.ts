/** Pages for site admins. They are apart from `pages`, which every public page loads. */
export const adminPages = {
  /** The queue of jobs to review. */
  reviewJobs: () => '/admin/review',
};
